/** Key-value stores, with and without timestamps. */
@NullMarked
package org.stoatflow.state.keyvalue;

import org.jspecify.annotations.NullMarked;
