package org.stoatflow.runtime.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version and the commit that the library was built from.
 *
 * @param commitId {@code unknown} unless the build got it by {@code -Dstoatflow.commit.id}
 */
public record BuildVersion(String version, String commitId) {
    private static final String FILE = "stoatflow-version.properties";

    /** Reads the properties file that the build has written. */
    public static BuildVersion read() {
        try (InputStream in = BuildVersion.class.getResourceAsStream(FILE)) {
            Properties written = new Properties();
            if (in == null) {
                throw new IllegalStateException(FILE + " is not beside " + BuildVersion.class.getName());
            }
            written.load(in);
            return new BuildVersion(written.getProperty("version"), written.getProperty("commit.id"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
