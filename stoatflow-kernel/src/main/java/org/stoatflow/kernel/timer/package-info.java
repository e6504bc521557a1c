/** What waits in a lane for a later time: punctuators, and rows that operators hold. */
package org.stoatflow.kernel.timer;
