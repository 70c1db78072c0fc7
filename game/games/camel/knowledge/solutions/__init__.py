"""Reference solutions of Crazy Camel's own exercises in code, one file each."""
