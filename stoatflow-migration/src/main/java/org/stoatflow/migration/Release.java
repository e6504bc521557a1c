package org.stoatflow.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The release that these recipes are of. An application moves to the same one. */
final class Release {
    private static final String FILE = "release.properties";

    private Release() {}

    static String version() {
        Properties release = new Properties();
        try (InputStream file = Release.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(
                        "stoatflow-migration lacks its file " + FILE + "; take the published jar");
            }
            release.load(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("stoatflow-migration's file " + FILE + " cannot be read", failure);
        }
        return release.getProperty("version");
    }
}
