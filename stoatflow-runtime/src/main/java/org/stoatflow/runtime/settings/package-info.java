/** What an application of StoatFlow is configured with, as the engine reads it. */
package org.stoatflow.runtime.settings;
