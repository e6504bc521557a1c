/** Window stores: rows by segment of time, key and window start. */
@NullMarked
package org.stoatflow.state.window;

import org.jspecify.annotations.NullMarked;
