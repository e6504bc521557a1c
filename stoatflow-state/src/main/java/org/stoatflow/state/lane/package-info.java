/** A lane's stores. */
package org.stoatflow.state.lane;
