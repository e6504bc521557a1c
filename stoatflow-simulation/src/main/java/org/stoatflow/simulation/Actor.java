package org.stoatflow.simulation;

/** A part that the schedule may step. */
interface Actor {
    String name();

    /** Does one step. Returns its result, as a constant or a short text. */
    String act();
}
