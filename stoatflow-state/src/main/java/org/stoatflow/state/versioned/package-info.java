/** Versioned stores: what each key was at each time, as long as the history is kept. */
package org.stoatflow.state.versioned;
