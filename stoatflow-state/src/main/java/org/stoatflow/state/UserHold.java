package org.stoatflow.state;

/** Somebody is in users' stores, which are not closed before the end of this. */
@FunctionalInterface
public interface UserHold {
    /** For who is in none. */
    UserHold NONE = () -> {};

    /** Ends it, once. What was put off until then is done by this thread. */
    void leave();
}
