/** Watches over epochs: which one takes long, what it waits for, and whether nobody goes on with it. */
package org.stoatflow.runtime.monitor;
