package loadproof.stand;

/** Where a service listens; port 0 takes a free one. */
public record ListenAddress(String address, int port) {
  /** What is taken unless it is given. */
  public static final ListenAddress LOOPBACK = new ListenAddress("127.0.0.1", 0);

  private static final int HIGHEST_PORT = 65_535;

  /**
   * Parses {@code ADDRESS:PORT}.
   *
   * @throws Fault when the text is anything else
   */
  public static ListenAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      String address = text.substring(0, colon).replaceAll("^\\[(.*)\\]$", "$1");
      if (port >= 0 && port <= HIGHEST_PORT && !address.isEmpty()) {
        return new ListenAddress(address, port);
      }
    } catch (NumberFormatException | IndexOutOfBoundsException fault) {
      // Told below, with every other form that is none.
    }
    throw Fault.badInput(
        "--listen " + text + " is no address. Cure: ADDRESS:PORT, as 127.0.0.1:8080.");
  }

  /** The same address with the port that was taken. */
  public ListenAddress at(int taken) {
    return new ListenAddress(address, taken);
  }

  /** {@code ADDRESS:PORT}, as it was given. */
  @Override
  public String toString() {
    return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
  }
}
