/** Opens state engines, and puts the stores that users have written beside them. */
package org.stoatflow.state.engine;
