package org.stoatflow.parity;

import java.util.List;
import org.stoatflow.relocation.RenamedClasses;
import org.stoatflow.relocation.Renaming;

/**
 * Loads the programs a second time, with our packages renamed to those of Kafka Streams, so that one source runs on
 * both, as the drop-in is renamed in the build.
 */
public final class RenamingLoader extends RenamedClasses {
    private static final String WRITTEN = "org.stoatflow.parity.program.";
    private static final Renaming RENAMING = new Renaming("org.stoatflow.streams", "org.apache.kafka.streams");

    /** Loads the programs of the tables, which are written, twice. */
    public RenamingLoader() {
        this(WRITTEN);
    }

    /**
     * Loads one package twice; all other classes are those of the program.
     *
     * @param programs the package with its last dot, and the start of the names of all in it
     */
    public RenamingLoader(String programs) {
        this(programs, RenamingLoader.class.getClassLoader());
    }

    /**
     * Loads one package twice, on another Kafka Streams.
     *
     * @param parent where all other classes are from
     */
    public RenamingLoader(String programs, ClassLoader parent) {
        super(parent, RENAMING, List.of(programs));
    }
}
