/** Which format each kind of store has. */
package org.stoatflow.state.kind;
