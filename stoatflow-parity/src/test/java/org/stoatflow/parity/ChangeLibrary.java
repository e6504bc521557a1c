package org.stoatflow.parity;

import java.util.List;

/** One of the two libraries, with the programs bound to it whose topology changes between two starts. */
public interface ChangeLibrary {
    /** Names of the rows. */
    List<String> changes();

    /**
     * Runs the programs of a row one after the other, each until its input is committed, with a clean close.
     *
     * @return what the later starts found in their stores and made of them, in lines
     */
    List<String> run(String change, Place place);
}
