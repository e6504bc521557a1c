/**
 * A scheduler of our own. It runs real threads one at a time, and may switch at every access to what threads share. A
 * loader puts these places into the engine's classes, so that the engine's source has none.
 */
package org.stoatflow.races.turns;
