/** Key-value stores, with and without timestamps and headers. */
package org.stoatflow.state.keyvalue;
