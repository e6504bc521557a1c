package org.stoatflow.parity;

import java.util.List;
import java.util.Set;

/** One of the two libraries, with a program for each kind of store bound to it. */
public interface VectorLibrary {
    /** Names of the programs, which are those of the files of vectors. */
    Set<String> kinds();

    /** Names of files whose changelogs only Kafka Streams writes so. */
    Set<String> onlyReadKinds();

    /**
     * Gives a program the input of a file in the library's test driver.
     *
     * @return the input, each record followed by what was written for it
     */
    List<VectorLine> driven(String kind, List<VectorLine> file);

    /** The same with {@code enable.transactional.statestores}. */
    List<VectorLine> drivenWithTransactionalStores(String kind, List<VectorLine> file);

    /**
     * Starts a program where only the changelogs of a file are, and gives it the input that comes behind.
     *
     * @return that input, each record followed by the output for it
     */
    List<VectorLine> restored(String kind, List<VectorLine> file, Place place);
}
