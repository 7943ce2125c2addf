/** What the sharded entities of routing share: where they live, how they end, what they may say. */
package io.dateline.routing.actors.entity;
