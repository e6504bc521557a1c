/** Opens state engines. */
@NullMarked
package org.stoatflow.state.engine;

import org.jspecify.annotations.NullMarked;
