/** What the families of stores have in common: the format of a kind, serdes, iterators. */
package org.stoatflow.state.store;
