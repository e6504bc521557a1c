package org.stoatflow.state;

/** Why a store has no rows and no positions since its state was opened, though it had some before. */
public enum StoreLoss {
    /** It has all that it had. */
    NONE,
    /** A file with rows of it was damaged. */
    DAMAGED,
    /** Its rows were written in another layout, or in segments of another length. */
    OTHER_LAYOUT
}
