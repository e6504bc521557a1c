/** Which format each kind of store has. */
@NullMarked
package org.stoatflow.state.kind;

import org.jspecify.annotations.NullMarked;
