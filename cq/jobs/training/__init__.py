"""The commands of `cq train`, one per trained part."""
