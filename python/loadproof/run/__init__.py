"""The controller: drives the engine through the trials of a method, and stores what they give."""
