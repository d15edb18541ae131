"""The IGLU 2022 NLP track."""
