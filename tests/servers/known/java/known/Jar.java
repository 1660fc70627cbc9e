package known;

/** A service in a jar, as its users start it: the environment says its port, the title of the jar which one it is. */
final class Jar {
    private Jar() {}

    public static void main(String[] words) throws Exception {
        String[] port = {System.getenv("SERVER_PORT")};
        if (Jar.class.getPackage().getImplementationTitle().equals("mended")) {
            Sessions.main(port);
        } else {
            Quotes.main(port);
        }
    }
}
