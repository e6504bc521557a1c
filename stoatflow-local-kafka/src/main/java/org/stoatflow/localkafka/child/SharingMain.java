package org.stoatflow.localkafka.child;

import java.io.File;
import java.io.IOException;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** A broker that loads all classes of its class path before it starts, for an archive of what it has loaded. */
public final class SharingMain {
    private static final String CLASS = ".class";

    private SharingMain() {}

    /** As {@link BrokerMain}. */
    public static void main(String[] args) throws IOException {
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
            try (JarFile file = new JarFile(jar)) {
                file.stream()
                        .map(JarEntry::getName)
                        .filter(SharingMain::isClass)
                        .forEach(SharingMain::load);
            }
        }
        BrokerMain.main(args);
    }

    private static boolean isClass(String entry) {
        return entry.endsWith(CLASS) && !entry.startsWith("META-INF/") && !entry.equals("module-info.class");
    }

    private static void load(String entry) {
        String name = entry.substring(0, entry.length() - CLASS.length()).replace('/', '.');
        try {
            Class.forName(name, false, SharingMain.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError absent) {
            // Is made of what is not there, as parts of Kafka are that are for other libraries: nobody can use it.
        }
    }
}
