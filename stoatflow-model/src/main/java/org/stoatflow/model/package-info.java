/** Checks the TLA+ model in {@code src/main/tla} with TLC, by command and, in small bounds, in the build. */
package org.stoatflow.model;
