package org.stoatflow.simulation;

/** Something that the schedule may step. */
interface Actor {
    String name();

    /** Does one step; says what came of it, in a constant or a short text. */
    String act();
}
