/** Key-value stores, with and without timestamps. */
package org.stoatflow.state.keyvalue;
