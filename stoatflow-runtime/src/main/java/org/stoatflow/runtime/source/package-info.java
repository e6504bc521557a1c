/** Where records come from: the dispatcher polls raw bytes, orders them, hands batches to lanes and cuts epochs. */
package org.stoatflow.runtime.source;
