package org.stoatflow.runtime.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pages of the documentation. */
public final class Docs {
    private Docs() {}

    /** The text of a page below {@code docs}; tests run in the folder of their module, or above it. */
    public static String page(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs").resolve(name))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("docs/" + name + " is in no folder above this one");
            }
        }
        try {
            return Files.readString(folder.resolve("docs").resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
