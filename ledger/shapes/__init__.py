"""What crosses the layers: frozen values without behaviour of their own."""
