/** Explains how a topology is run: for the command {@code explain}, and for users of the library. */
package org.stoatflow.runtime.explain;
