package org.stoatflow.tools.reset;

/**
 * The offset that a partition is to have.
 *
 * @param remark why it is not what was asked for; empty if it is
 */
record NewOffset(long offset, String remark) {
    NewOffset(long offset) {
        this(offset, "");
    }
}
