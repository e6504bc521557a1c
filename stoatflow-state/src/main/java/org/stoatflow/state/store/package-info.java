/** What the families of stores have in common: the format of a kind, serdes, iterators. */
@NullMarked
package org.stoatflow.state.store;

import org.jspecify.annotations.NullMarked;
