package org.stoatflow.runtime.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pages of the documentation. */
public final class Docs {
    private Docs() {}

    /** The folder of the project; tests run in the folder of their module, or above it. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs").resolve("ARCHITECTURE.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("docs are in no folder above this one");
            }
        }
        return folder;
    }

    /** The text of a page below {@code docs}. */
    public static String page(String name) {
        try {
            return Files.readString(root().resolve("docs").resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
