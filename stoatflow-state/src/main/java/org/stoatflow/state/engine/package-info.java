/** Opens state engines. */
package org.stoatflow.state.engine;
