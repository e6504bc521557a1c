package org.stoatflow.parity;

import java.util.List;

/** One of the two libraries, with the programs bound to it. */
public interface Library {
    /** Names of the programs, in the order of the table. */
    List<String> programs();

    /** Runs a program in a place of its own, and says what a user could see. */
    Observed run(String program, Place place);

    /** Sections of what is observed that differ for a reason that is documented. */
    List<String> apart(String program);
}
