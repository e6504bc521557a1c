/** One seed of the real engine under pauses: a program, its input, and what must come of it. */
package org.stoatflow.races.engine;
