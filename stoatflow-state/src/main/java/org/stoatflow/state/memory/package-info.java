/** State in memory. */
@NullMarked
package org.stoatflow.state.memory;

import org.jspecify.annotations.NullMarked;
