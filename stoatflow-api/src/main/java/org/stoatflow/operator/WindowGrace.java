package org.stoatflow.operator;

/** A supplier of operators that make a table of windows. */
public interface WindowGrace {
    /**
     * For how long a window still changes after it has ended. For sessions, a gap more: until then another record may
     * lengthen the session.
     *
     * @return milliseconds
     */
    long windowGraceMs();
}
