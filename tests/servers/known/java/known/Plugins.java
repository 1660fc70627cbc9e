package known;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Leaks: each redeployment has a class loader of its own, and the earlier ones are held. */
final class Plugins {
    private static final int CALLS_PER_DEPLOYMENT = 10;
    private final List<ClassLoader> deployed = new ArrayList<>();
    private final byte[] code;

    Plugins() throws Exception {
        try (InputStream content = Plugins.class.getResourceAsStream("Plugins$Plugin.class")) {
            code = content.readAllBytes();
        }
    }

    /** What is deployed: its tables are static. */
    static final class Plugin {
        private static final byte[] TABLES = new byte[40 << 10];

        static int size() {
            return TABLES.length;
        }
    }

    private static final class Deployment extends ClassLoader {
        Deployment(byte[] code) throws ReflectiveOperationException {
            super(Plugins.class.getClassLoader());
            defineClass("known.Plugins$Plugin", code, 0, code.length);
            Class.forName("known.Plugins$Plugin", true, this);
        }
    }

    synchronized void deploy(long call) throws ReflectiveOperationException {
        if (call % CALLS_PER_DEPLOYMENT == 0) {
            deployed.add(new Deployment(code));
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Plugins()::deploy);
    }
}
