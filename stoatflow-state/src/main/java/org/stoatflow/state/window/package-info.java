/** Window stores: rows by segment of time, key and window start. */
package org.stoatflow.state.window;
