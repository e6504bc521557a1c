/**
 * A scheduler of our own: real threads of which one goes at a time, and every access to what threads share is a place
 * to switch. Classes of the engine are loaded anew with those places in them, so that the engine itself has none.
 */
package org.stoatflow.races.turns;
