/** Applications to begin with. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.examples;
