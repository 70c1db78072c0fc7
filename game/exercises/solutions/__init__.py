"""Reference solutions of the exercises, one file each; the templates are made from their heads."""
