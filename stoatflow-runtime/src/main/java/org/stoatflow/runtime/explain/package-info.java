/** Explains how a topology is run: for the command {@code explain}, and for users of the library. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.runtime.explain;
