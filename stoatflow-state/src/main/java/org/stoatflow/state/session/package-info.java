/** Session stores: rows by segment of time, key, session end and session start. */
package org.stoatflow.state.session;
