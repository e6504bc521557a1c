/** A lane's stores. */
@NullMarked
package org.stoatflow.state.lane;

import org.jspecify.annotations.NullMarked;
